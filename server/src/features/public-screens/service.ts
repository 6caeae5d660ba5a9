export { screenComment } from './hide-comment.ts'
