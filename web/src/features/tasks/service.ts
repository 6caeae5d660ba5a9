export { TasksSection } from './tasks-section.tsx'
