import { useQuery } from '@tanstack/react-query'
import { listEffectBlocks } from '@gensvar/contract/effects'
import { useMemo } from 'react'
import { call } from '#web/api.ts'
import type { SuggestCode } from '#web/ui/code-editor/code-types.ts'
import { scriptsKey } from './queries.ts'
import { languageOf } from './script-body.ts'
import type { ScriptBody } from './script-body.ts'
import type { ScriptPlace } from './script-place.ts'
import type { KnownName } from './words/suggest-yaml.ts'

const noNames: readonly KnownName[] = []
const nothing: SuggestCode = () => null

/** The code that suggests, fetched when the first text is opened. */
function useCode() {
  const { data } = useQuery({
    queryKey: [...scriptsKey, 'suggestions'],
    queryFn: async () => {
      const [yaml, script] = await Promise.all([import('./words/suggest-yaml.ts'), import('./words/suggest-script.ts')])
      return { suggestYaml: yaml.suggestYaml, suggestScript: script.suggestScript }
    },
    staleTime: Infinity,
    structuralSharing: false,
    meta: { quiet: true },
  })
  return data
}

/** Names of the survey's questions, for its configuration and its scripts. */
function useNames(survey: string, isWanted: boolean): readonly KnownName[] {
  const { data } = useQuery({
    queryKey: [...scriptsKey, 'names', survey],
    queryFn: ({ signal }) => call(listEffectBlocks, { params: { survey } }, { signal }),
    enabled: isWanted,
    meta: { quiet: true },
  })
  return useMemo(() => data?.questions.map(({ variable, title }) => ({ name: variable, title })) ?? noNames, [data])
}

/** What is suggested while a script of a type is written; questions only where it belongs to one survey. */
export function useSuggest({ of, survey }: ScriptPlace, type: ScriptBody['scriptType']): SuggestCode {
  const code = useCode()
  const isYaml = languageOf(type) === 'yaml'
  const names = useNames(survey, isYaml || of === 'survey')
  return useMemo(() => {
    if (code === undefined) return nothing
    return isYaml ? code.suggestYaml(names) : code.suggestScript(type, of === 'survey' ? names : noNames)
  }, [code, isYaml, names, of, type])
}

/** What is suggested while a configuration is written that can use these names. */
export function useSuggestYaml(names: readonly KnownName[]): SuggestCode {
  const code = useCode()
  return useMemo(() => code?.suggestYaml(names) ?? nothing, [code, names])
}
