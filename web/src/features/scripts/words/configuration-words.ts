import { z } from 'zod'
import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import '@gensvar/contract/widgets/index'
import type { WrittenSchema } from './written-schema.ts'

// The build replaces this module by its values (web/computed-examples.ts): schemas stay out of the browser.

/** What a configuration may hold, as a JSON schema. */
export const configurationSchema = z.toJSONSchema(surveyConfig, {
  io: 'input',
  unrepresentable: 'any',
  reused: 'ref',
}) as WrittenSchema
