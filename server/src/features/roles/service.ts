export { checkRoleView, roleLinkPayload } from './view-as.ts'
