import type { Sentiment } from '@gensvar/contract/entities/text-analytics'
import type { Label } from '#server/domain/text/analysis.ts'

/** How sentiments are stored. */
export const storedLabels: Readonly<Record<Sentiment, Label>> = { positive: 'pos', negative: 'neg', neutral: 'neu' }

/** The sentiment of a stored label. */
export const sentimentOf: Readonly<Record<Label, Sentiment>> = { pos: 'positive', neg: 'negative', neu: 'neutral' }

/** Codes of labels in the figures' store, where 0 is a category that a comment is not in. */
export const labelCodes: Readonly<Record<Label, number>> = { pos: 1, neg: 2, neu: 3 }
