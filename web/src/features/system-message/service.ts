export { systemMessageStore } from './system-message-store.ts'
export type { SystemMessage } from './system-message-store.ts'
