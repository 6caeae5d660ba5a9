/** What other features use of pages. */
export { PageFrame, type PageHeadSlot } from './page-frame.tsx'
