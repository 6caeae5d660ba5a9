import type { RatedComment, Training } from './train.ts'

/** What the thread that learns is asked for. */
export interface TrainOrder {
  comments: readonly RatedComment[]
  scale: readonly [low: number, high: number]
}

/** What it says: how far it is, then what it has learnt. */
export type TrainAnswer =
  | { kind: 'progress'; share: number }
  | { kind: 'learnt'; training: Training }
  | { kind: 'failed'; message: string }
