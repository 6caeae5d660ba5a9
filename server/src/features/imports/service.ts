export { importFile } from './import-file.ts'
export type { ImportProgress, ImportRequest, ImportResult, ImportWatch } from './import-request.ts'
export { renameInImports } from './plan/rename-in-plan.ts'
export { importTask } from './runs/import-task.ts'
