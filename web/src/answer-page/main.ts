import { followAnswers } from './follow-answers.ts'

// The page works without this script, which only adds to it.
followAnswers()
