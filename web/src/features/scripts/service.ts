export { GlobalScriptsSection, ScriptsSection } from './scripts-sections.tsx'
export { useSuggestYaml } from './use-suggest.ts'
