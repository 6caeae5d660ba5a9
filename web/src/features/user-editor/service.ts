/** What routes use of the user editor. */
export { UserEditorPage } from './user-editor-page.tsx'
