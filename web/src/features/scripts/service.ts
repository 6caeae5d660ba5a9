export { GlobalScriptsSection, ScriptsSection } from './scripts-sections.tsx'
