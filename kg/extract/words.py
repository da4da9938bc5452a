"""Word lists of the rule tagger. A trained tagger needs none of them."""

from collections.abc import Mapping

from kg.model import ConceptType


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Words that end a noun chunk: function words, verbs, adverbs, words that only evaluate.
BREAKS = _words("""
a about above according accordingly across actually after again against ago aim aimed aims al all
allow allowing allows almost alone along alongside already also although always am among an and
another any anything apart are around as aside at away be because become becomes been before
behind being below besides best better between beyond both but by can cannot certain come comes
could de despite did different do does done down due during e.g each either else enough entirely
especially essentially etc even ever every everything except few fewer finally first firstly five
following for four from further furthermore get go had hand has have having he hence her here him
his how however i i.e if ii iii important in indeed instead into is it its itself just keep key
last lastly least less let like likely little longer lot made main mainly make makes making many
may me meanwhile might more moreover most much must my namely near nearly necessary need needed
needs neither never nevertheless new next no none nor not notable notably nothing novel now of off
often on once one ones only onto or order other others otherwise our ours out over own particular
particularly per perhaps possible prior quite rather really recent recently regarding regardless
respectively s same second secondly see seen several shall she should shown similar simply since
six so sole some something sometimes soon specific still such t take taken takes than that the
their them themselves then there thereby therefore these they thing third this those though three
through throughout thus to together too toward towards two under unlike until unto up upon us use
used uses using usually various very via vs was way ways we well were what when where whereas
whether which while who whose why widely will with within without worse would yet you your zero
able absence abstract accessible account achieve achieved achieves achieving add added adding
address addressed addresses addressing adopt adopted adopting adopts advance advances affect
aforementioned alleviate allocate amount analyze analyzed analyzes analyzing answer appear appears
applicable applied applies apply applying approximate argue arise aspect aspects assess assessing
assign assume assumes attain attempt available avoid based bring brings build building builds
built call called capable capture captured captures capturing carefully carry case cases cause
caused causes challenge challenges challenging characterize choose chosen collect collected
combine combined combines combining commonly compare compared compares comparing comparable
compelling competitive complement complex complicated comprehensive comprises comprising compute
computes concern conclude conduct conducted confirm confirming consider considerable considerably
considered considering consist consistent consistently consisting consists construct constructed
constructing constructs contain containing contains contribute contributes contributing
contribution contributions convert corresponding costly could create created creates creating
crucial current currently decide decrease define defined defines deliver delivers demonstrate
demonstrated demonstrates demonstrating depend dependent depending depends deploy deployed derive
derived derives describe described describes design designed designing designs detect detecting
determine develop developed developing develops devise difficult directly discover discuss display
drive drives easily easy effectively effectiveness efficacy efficiently effort efforts eliminate
emerge emerged emerges emerging emphasize employ employed employing employs enable enabled enables
enabling encode encodes encourage encourages enhance enhanced enhances enhancing ensure ensures
ensuring entire equipped essential establish established establishes establishing estimate
estimating evaluate evaluated evaluates evaluating evidence examine examining example examples
exhibit exhibits exist existing exists expand expect expected expensive experiment experimental
experiments experimentally explain explaining exploit exploiting exploits explore explored explores
exploring extend extended extending extends extensive extent extract extracts face faces facilitate
facilitates facing fact fail failing fails far feasible find finding findings finds fit focus
focused focuses focusing form formalize formulate formulated formulates frequently fully
fundamental furthermore gain gains gap gaps generalize generalizes generally generate generated
generates generating give given gives giving goal good great greater greatly grow growing guide
guides handle handles handling hard harder help helpful helps high higher highest highlight
highlighting highlights highly hinder hinders hold holds identical identifies identify identifying
ignore illustrate immediate impact impede implement implemented imply implies importance
importantly impose impossible impractical impressive improve improved improvement improvements
improves improving include included includes including incorporate incorporates incorporating
increase increased increases increasing increasingly incur independently indicate indicates
indicating induce induced inform inherent inherently innovative insight insights inspired integrate
integrated integrates integrating interest interesting interestingly introduce introduced introduces
introducing investigate investigated investigates investigating involve involves involving issue
issues kind kinds know known lack lacking lacks large-scale largely larger largest lead leading
leads learn learned learns leave led let leverage leveraged leverages leveraging lie lies
limit limitation limitations limited limiting limits literature look low lower maintain maintaining
maintains manage manner match matches maximize maximizes mean means measure measured measures meet
minimize minimizing mitigate mitigates mitigating model's modify motivate motivated namely natural-
necessarily necessitates nontrivial number numerous observe observed obtain obtained obtaining
obtains occur occurs offer offering offers open operate operates optimize optimizes optimizing
original outperform outperformed outperforming outperforms overall overcome overcomes paper papers
part partially parts perform performance performed performing performs play plays popular pose
poses possess potential potentially powerful practical practice practitioners precisely predict
predicting predicts present presented presenting presents preserve preserves preserving prevent
prevents previous previously primarily primary problematic produce produced produces producing
promise promising promote promotes propose proposed proposes proposing prove proven proves provide
provided provides providing proving publicly purpose put question raise raises range ranges ranging
reach reaches reaching real realize recover reduce reduced reduces reducing refer referred refine
reflect relate related relative relatively release released relevant reliably relies rely relying
remain remaining remains remarkable remarkably remove report reported represent represented
represents require required requirement requirements requires requiring research researchers
resolve respect result resulting results retain retains reveal revealing reveals revisit rise role
run runs satisfy say scarce seek seeks seem select selects serve serves serving set sets share
shares should show showcase showing shows significance significant significantly simple simpler
simplify simultaneously single size small smaller solely solution solve solved solves solving
sophisticated sought specifically specified specify start starting state-of-the-art
state-of-the-arts stems straightforward strength strengths strong stronger struggle struggles
studied studies study studying substantial substantially success successful successfully suffer
suffering suffers sufficient suggest suggesting suggests suitable superior superiority support
supports surpass surpasses surpassing tackle tackles tackling tailored target tend tends term
termed terms test theoretically train trained trains transform treat tries true try trying turn
type types typical typically unclear understand understood underlying unfortunately unified unique
unknown useful utilize utilized utilizes utilizing valid validate validated variety vary varying
vast verify view want whole wide work works worst yield yielding yields address code results years
time times many-fold ours vital notion idea ideas promising extensively https url textbf emph
textit mathcal mathbb frac sqrt footnote cite todo github.com
accurately automatically empirically explicitly implicitly jointly naturally previously properly
accelerate adapt adapted adapting align apis avoid balance bias-free broader closed closely cover
critical decouple deeper deploying detect diagnose distill disentangle explicit foster fuse future
imposing instance internet interpret lies merge minimal mimic monitor optimise penalize plausible
predict propagate proprietary quantify recovering regularize replace rethink revisiting sample
scale separate simulate stabilize steer synthesize synthesizing tailor tailoring transfer transforms
unify update weigh total ten intricate understand grounded conditioned parameterized
quickly rigorously separately subsequently systematically thoroughly ultimately
""")

#: Words that no chunk begins with; what follows may still be a concept.
WEAK_STARTS = _words("""
accurate additional advanced alternative arbitrary appropriate better classical common conventional
contemporary current desired detailed distinct diverse downstream effective efficient elegant
empirical enough entire existing extra fast faster final flexible full general generic good
human-like
individual initial innovative intuitive lightweight major modern multiple naive non-trivial
numerical optimal ordinary other overall plain poor popular possible powerful practical principled
prominent proper public qualitative quantitative rapid realistic real-world reliable remarkable
rich robust-ish scalable seemingly simple sophisticated special specialized stable standard strong
subsequent theoretical traditional trained underlying unseen vanilla valuable versatile viable
wide widespread plug-and-play easy-to-use underexplored well-known well-established emerging
corresponding respective high-quality cutting-edge costly careful
""")

#: Words that a chunk loses at its end ("X method" is X).
WEAK_ENDS = _words("""
approach approaches method methods technique techniques methodology methodologies paradigm
paradigms setting settings scenario scenarios baseline baselines application applications
""")

#: Heads that alone, or after nothing but weak words, name nothing.
GENERIC = _words("""
accuracy ability abilities access advantage algorithm algorithms analysis analyses approach
approaches architecture architectures assumption assumptions attention baseline baselines behavior
benchmark benchmarks bound bounds capabilities capability code community complexity component
components computation context cost costs data dataset datasets deployment domain domains
efficiency environment environments error errors evaluation experiment experiments feature features
field framework frameworks function functions generation inference information input inputs
knowledge labels language layer layers learning level literature loss mechanism mechanisms method
methods metric metrics model models module modules network networks objective optimization output
outputs parameter parameters performance pipeline policy policies prediction predictions problem
problems procedure process processes property properties quality rate representation
representations resources robustness sample samples scale scheme search setting settings size
solution solutions space step steps strategies strategy structure structures success system systems
task tasks technique techniques theory tool tools training understanding user users validation
value values weights agent agents image images text video videos dynamics estimation control
adaptation transfer sampling selection supervision machine world prompt prompts
""")

TASK_HEADS = _words("""
alignment answering anonymization captioning calibration classification completion compression
comprehension control coordination crowdsourcing denoising detection diagnosis discovery
disambiguation driving editing estimation extraction fairness forecasting forgetting games
generalization generation grasping grounding hallucination hallucinations identification imputation
inpainting interpolation interpretability labeling linking localization locomotion manipulation
mapping mining modeling navigation optimisation optimization parsing planning prediction privacy
problem problems processing quantification ranking re-identification re-ranking reasoning
recognition recommendation reconstruction recovery registration regression reidentification
rendering repair retrieval robustness safety scheduling segmentation separation shift shifts
simplification summarization super-resolution synthesis tagging task tasks tracking transcription
translation tuning understanding unlearning verification vision bandits bandit minimization
maximization decision-making imbalance overfitting collapse uncertainty hacking attacks
""")

METHOD_HEADS = _words("""
activation adapter adapters agent agents aggregation algorithm algorithms architecture architectures
attention augmentation autoencoder autoencoders backpropagation boosting chains classifier
classifiers clustering controller convolution convolutions decoder decoders decoding decomposition
descent detector detectors diffusion discriminator distillation dropout embedding embeddings
encoder encoders encoding ensemble ensembles equation equations estimator estimators factorization
filter filtering fine-tuning finetuning forest forests framework frameworks function functions
fusion generator generators gradient gradients graph graphs guidance head heads inference kernel
kernels layer layers learner learners learning llm llms loss losses machine machines mechanism
mechanisms memory mixture mlp model models module modules network networks normalization operator
operators optimizer optimizers perceptron pipeline policies policy post-training pooling prior
priors pre-training pretraining process processes programming prompting propagation pruning
quantization regularization regularizer representation representations retriever rollouts routing
sampler sampling scheme search self-attention solver solvers strategy supervision
system systems theory trainer training transformer transformers transport tree trees
""")

DATASET_HEADS = _words("benchmark benchmarks corpora corpus dataset datasets testbed suite")

#: Single lower-case words that are concepts on their own.
SINGLES: Mapping[str, ConceptType] = {
    **dict.fromkeys(
        "transformer transformers autoencoders backpropagation boosting dropout distillation"
        " fine-tuning finetuning pretraining pre-training quantization pruning".split(),
        "method",
    ),
    **dict.fromkeys(
        "overfitting interpretability explainability fairness summarization unlearning"
        " hallucination hallucinations super-resolution crowdsourcing".split(),
        "task",
    ),
}

#: "… learning" that names a problem rather than a technique.
LEARNING_TASKS = _words("""
representation continual lifelong few-shot zero-shot multi-task cross-domain long-tailed open-set
class-incremental incremental multi-label language skill
""")

#: "… optimization" and the like that name a technique.
METHOD_STARTS = _words("""
bayesian policy stochastic variational gaussian gradient convex preference proximal contrastive
neural graph monte markov chain-of-thought spectral conformal importance
""")

#: Acronyms that are parts of longer terms, not names on their own.
COMMON_ACRONYMS = _words("""
2D 3D 4D 6D AI API AR ASR AUC CNN CNNs CPU CT CV DAG DAGs DNN DNNs EEG ECG FLOPs GAN GANs GNN GNNs
GPU GPUs HCI IoT IR KG KGs LiDAR LLM LLM-based LLMs LSTM MCMC MDP MDPs ML MLLM MLLMs MLP MLPs MRI
MSE NER NLG NLI NLP NLU NP ODE ODEs OOD PDE PDEs POMDP POMDPs QA RAG RGB RGB-D RL RNN RNNs ROC SGD
SOTA SVM UI VAE VAEs VLM VLMs VQA VR F1 i.i.d ID II III IV V OK
""")

#: Acronyms that name nothing wanted: metrics and hardware.
NOISE_NAMES = _words("""
ACC AUC AUROC BLEU CPU CPUs F1 FID FLOPs FPS GB GPU GPUs HTTP HTTPS MAE MAP MSE NP PSNR RMSE ROC
ROUGE SOTA SSIM TPU URL WER mAP mIoU API ID II III IV OK BLEU-4 ROUGE-L arXiv GitHub Github
English French German Chinese Spanish Arabic Hindi Japanese Russian American European Western
January February March April May June July August September October November December NeurIPS ICML
ICLR CVPR ACL EMNLP U.S US USA UK EU
""")

#: What the names of datasets look like.
DATASET_SHAPES = (
    r"(?i)(bench(mark)?$|-bench|bench-|arena$|gym$|mnist|cifar|imagenet|coco$|squad|glue$|"
    r"kitti|cityscapes|kinetics|wikitext|atari|mujoco|d4rl|librispeech|celeb|lfw|svhn|movielens|"
    r"[a-z]qa$|qa-|gsm8k|^math(-?500)?$|mmlu|humaneval|mbpp|hotpot|alfworld|webshop|aime|"
    r"^nyu|scannet|nuscenes|waymo|ogbn|^ogb|^voc|ade20k|lvis|alpacaeval|math\b)"
)
