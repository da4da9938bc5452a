"""The trained reader: one pass of a small encoder gives mentions, roles and relations."""
