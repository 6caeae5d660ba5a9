import { useQuery } from '@tanstack/react-query'
import { getClientConfig } from '@gensvar/contract/identity'
import { getUserDetails } from '@gensvar/contract/users'
import { call } from '#web/api.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { UserForm } from './user-form.tsx'

/** Another user's details, or a new user's (id 0), for those who manage users. */
export function OtherDetails({ survey, userId }: { survey: string; userId: number }) {
  const query = useQuery({
    queryKey: ['user-details', survey, userId],
    queryFn: async ({ signal }) => {
      const [details, { identityProvider }] = await Promise.all([
        call(getUserDetails, { params: { survey, userId } }, { signal }),
        call(getClientConfig, {}, { signal }),
      ])
      return { details, isProviderMode: identityProvider.mode !== 'embedded' }
    },
    // What is being edited must not change under the reader's hands.
    staleTime: Infinity,
    gcTime: 0,
    meta: { quiet: true },
  })
  return (
    <DataState query={query} height={480}>
      {(shown) => <UserForm key={userId} survey={survey} {...shown} />}
    </DataState>
  )
}
