"""The trained reader: one pass of a small encoder gives mentions, roles and relations.

Paper ─► encoding ─► ONNX trunk ─► heads (NumPy) ─► group ─► decide ─► Entity
                                                     └──► relate ───► EntityRelation
"""

from kg.extract.neural.reader import NeuralReader

__all__ = ["NeuralReader"]
