/** What other features show of pages. */
export { PageFrame, type PageHeadSlot } from './page-frame.tsx'
