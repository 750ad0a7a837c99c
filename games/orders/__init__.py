"""Orders for the coming turn: given, cancelled, carried out. Nobody but their owner knows of them.

``give`` and ``cancel`` are what people do, ``carry_out`` and ``sweeping`` what the clock does,
``selectors`` what the owner sees, ``told`` how the owner hears of it by mail.
"""
