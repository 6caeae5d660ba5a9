export { NewUniverse } from './new-universe.tsx'
export { UniverseEditor } from './universe-editor.tsx'
