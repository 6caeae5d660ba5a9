/** What other features use of the editors of templates. */
export { SmsTemplateEditor, TemplateEditor } from './template-editor.tsx'
