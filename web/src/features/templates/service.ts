/** What other features use of the editor of templates. */
export { TemplateEditor } from './template-editor.tsx'
