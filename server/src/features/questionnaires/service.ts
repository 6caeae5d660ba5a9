export { createQuestionnaire } from './create.ts'
export {
  checkQuestionnaire,
  discardQuestionnaireDraft,
  getQuestionnaire,
  restoreQuestionnaireVersion,
  saveQuestionnaireDraft,
} from './drafts.ts'
export { previewQuestionnaire } from './preview.ts'
export { getQuestionnaireProgress, getQuestionnaireStart } from './progress.ts'
export { publishQuestionnaire } from './publish.ts'
export { getQuestionnaireVersion, listQuestionnaireVersions } from './versions.ts'
export { listQuestionnaireTemplates } from './templates/questionnaire-templates.ts'
