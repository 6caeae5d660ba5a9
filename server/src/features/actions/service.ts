export { evaluationTask } from './evaluation-task.ts'
