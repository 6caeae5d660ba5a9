import type { DataCardProps } from '#web/ui/data-card.tsx'

type Query<Data> = DataCardProps<Data>['query']

const refetch = (() => Promise.resolve()) as unknown as Query<never>['refetch']

/** Queries as they are in each state. */
export const queryIn = {
  loading: { data: undefined, error: null, isPending: true, isPlaceholderData: false, refetch } as Query<never>,
  loaded: <Data>(data: Data): Query<Data> => ({
    data,
    error: null,
    isPending: false,
    isPlaceholderData: false,
    refetch,
  }),
  old: <Data>(data: Data): Query<Data> => ({ data, error: null, isPending: false, isPlaceholderData: true, refetch }),
  failed: (error: Error): Query<never> => ({
    data: undefined,
    error,
    isPending: false,
    isPlaceholderData: false,
    refetch,
  }),
}
