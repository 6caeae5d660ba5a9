/** What other features use of pages. */
export { ListPage } from './list-page.tsx'
export { PageFrame, type PageHeadSlot } from './page-frame.tsx'
