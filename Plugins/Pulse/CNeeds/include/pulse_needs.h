/* The needs of this plugin are a note in its file; no code uses them. */
