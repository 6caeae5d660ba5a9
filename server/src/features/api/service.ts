export { removeOldRequests } from './ingest/request-store.ts'
