import type { z } from 'zod'
import { indicatorConfig } from '../configuration/indicators.ts'
import type { WidgetType } from './index.ts'
import { component, widgets } from './index.ts'

const settings = Object.fromEntries(Object.values(widgets).map(({ type, config }) => [type, config]))

/**
 * The schemas that forms of the dashboard editor are made from: of the settings of each type of component, and of an
 * indicator. The build keeps them whole (web/slim-contract.ts). They stand beside the schema of a whole component, because
 * making that one tells settings that hold components what these are.
 */
export const formSchemas: {
  component: z.ZodType
  settings: Record<WidgetType, z.ZodType>
  indicator: z.ZodType
} = { component, settings: settings as unknown as Record<WidgetType, z.ZodType>, indicator: indicatorConfig }
