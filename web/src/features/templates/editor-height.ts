/** Least height of the editor of a mail, in pixels. */
export const editorHeight = 900
