/** Header of a call that shall be answered as the draft of the survey in its path would have it; its value is the version. */
export const draftHeader = 'x-gensvar-draft'
