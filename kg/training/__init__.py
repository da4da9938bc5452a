"""How the weights in kg/models were made; needs the extra `train`, never used at run time."""
