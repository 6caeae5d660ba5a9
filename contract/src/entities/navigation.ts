import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** A drill path with the words for it, in the reader's language. */
export const pathText = z.object({ text: z.string(), value: z.string() })

/** A drill path with the words for it. */
export type PathText = z.infer<typeof pathText>

/** Suggestions of a search box, grouped under headers; choosing one makes its value the drill path. */
export const viewResults = z.object({
  viewResults: z.array(z.object({ header: localText, paths: z.array(pathText) })),
})

/** A child in a segment's dropdown. */
const segmentChild = z.object({
  path: z.string(),
  text: z.string(),
  accessAllowed: z.boolean(),
})

/** A step of the drill path bar. */
export const segment = z.object({
  path: z.string(),
  text: z.string(),
  helpText: localText.nullable(),
  children: z.array(segmentChild),
  /** Id of the unit, or of the response at the leaf; null for the root. */
  entityId: z.number().int().nullable(),
  /** At a leaf: whether the response is a completed interview. False for units. */
  isCompleted: z.boolean(),
})

/** A step of the drill path bar. */
export type Segment = z.infer<typeof segment>

/** A filter of a path in words: its title, and the titles of the values that have one. */
export const filterTitle = z.object({
  name: z.string(),
  title: localText,
  options: z.array(z.object({ extName: z.string(), title: localText })),
})

/** A filter of a path in words. */
export type FilterTitle = z.infer<typeof filterTitle>

/** The drill path bar, the open alerts below the place, and the filters of the path in words. */
export const segmentedDrillPath = z.object({
  segments: z.array(segment),
  nOpenAlerts: z.number().int(),
  /** True where the figures here also count responses that the reader may not open, whose alerts are not counted. */
  ownAlertsOnly: z.boolean().optional(),
  filterTitles: z.array(filterTitle),
  /** True where units have moved on a date, so that reading them as they are now gives other figures than as they were. */
  hasMovedUnits: z.boolean().optional(),
})

/** The drill path bar and the open alerts below the place. */
export type SegmentedDrillPath = z.infer<typeof segmentedDrillPath>

/** A valid drill path bar, for the examples of everything that holds one. */
export const segmentedDrillPathExample: SegmentedDrillPath = {
  segments: [
    {
      path: 'root',
      text: 'All',
      helpText: null,
      children: [{ path: 'country=SE', text: 'Sweden', accessAllowed: true }],
      entityId: null,
      isCompleted: false,
    },
    { path: 'country=SE', text: 'Sweden', helpText: { en: 'Country' }, children: [], entityId: 7, isCompleted: false },
  ],
  nOpenAlerts: 3,
  filterTitles: [],
}

/** Navigation entities with their examples. */
export const navigationEntities = {
  PathText: defineEntity(pathText, { text: 'Sweden', value: 'country=SE' }),
  ViewResults: defineEntity(viewResults, {
    viewResults: [{ header: { en: 'Organisation' }, paths: [{ text: 'Sweden', value: 'country=SE' }] }],
  }),
  SegmentedDrillPath: defineEntity(segmentedDrillPath, segmentedDrillPathExample),
}
