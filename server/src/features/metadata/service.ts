export { getMetadata } from './get-metadata.ts'
export { saveQuestionGroup } from './save-group.ts'
export { previewRename, saveQuestion } from './save-question.ts'
export { removeChoice, saveChoice } from './save-choice.ts'
