import type { Generated } from 'kysely'
import type { MomentNow, Optional } from './db-columns.ts'

/** A configuration or a script: of a survey, of a universe, or global. */
export interface ScriptTable {
  id: Generated<number>
  universe_id: Optional<number>
  survey_id: Optional<number>
  script_type: string
  ext_name: Generated<string>
  description: Generated<string>
  disabled: Generated<boolean>
  /** Ext names of the surveys that a global script applies to; empty for all. */
  matching: Generated<string[]>
  current_version: Generated<number>
  updated_at: MomentNow
}

/** The text of a version of a script. */
export interface ScriptVersionTable {
  script_id: number
  version: number
  text: string
  source: 'import' | 'user'
  author: Generated<string>
  note: Generated<string>
  created_at: MomentNow
}

/** What happened while a script ran. */
export interface ScriptEventTable {
  id: Generated<number>
  script_id: number
  event_type: 'ERROR' | 'WARNING' | 'INFO'
  message: string
  created_at: MomentNow
}

/** A response that scripts have yet to be told of; without fields it was added, or changed by an import. */
export interface SampleUpdateTable {
  id: Generated<number>
  survey_id: number
  response_id: number
  fields: Optional<string[]>
  state_before: Optional<number>
  state_after: Optional<number>
}

/** The draft of a survey's configuration. */
export interface ConfigurationDraftTable {
  survey_id: number
  text: string | null
  version: Generated<number>
  based_on: number
  author: string
  changed_at: MomentNow
}
