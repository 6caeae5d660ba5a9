import type { NewMembership, NewUser } from '#server/domain/build/user.ts'

/** Membership of a demo user in a universe, by the names of universe and role. */
interface DemoPlace extends Pick<NewMembership, 'admin' | 'actAs' | 'filters'> {
  universe: string
  role: string
}

/** A user of the demo. */
export interface DemoUser extends NewUser {
  firstName: string
  lastName: string
  places: readonly DemoPlace[]
  /** How the user chooses among several universes; by the overview by default. */
  chooseUniverseBy?: 'list'
}

/** Password of every demo user. */
export const demoPassword = 'demo'

/** The store whose manager and agent are among the demo's users, and the region above it. */
export const demoStore = { region: 'se-south', store: 'malmo-triangeln' }

/** The demo's users in the order the sign-in page lists them. `agent` is the ext name of the store's first agent. */
export function demoUsers(agent: string): DemoUser[] {
  return [
    {
      username: 'root',
      firstName: 'Rut',
      lastName: 'Root',
      isRoot: true,
      places: [{ universe: 'retail', role: 'administrator', admin: true, actAs: true }],
    },
    {
      username: 'admin',
      firstName: 'Ada',
      lastName: 'Admin',
      places: [{ universe: 'retail', role: 'administrator', admin: true, actAs: true }],
    },
    {
      username: 'region',
      firstName: 'Rikard',
      lastName: 'Region',
      places: [{ universe: 'retail', role: 'regional-manager', filters: { region: [demoStore.region] } }],
    },
    {
      username: 'store',
      firstName: 'Stina',
      lastName: 'Store',
      places: [{ universe: 'retail', role: 'store-manager', filters: { store: [demoStore.store] } }],
    },
    {
      username: 'agent',
      firstName: 'Axel',
      lastName: 'Agent',
      places: [{ universe: 'retail', role: 'agent', filters: { agent: [agent] } }],
    },
    {
      username: 'restricted',
      firstName: 'Rita',
      lastName: 'Restricted',
      places: [{ universe: 'retail', role: 'restricted', filters: { store: ['uppsala-granby'] } }],
    },
    // Sees a part of every store: a filter that is not on the hierarchy.
    {
      username: 'channel',
      firstName: 'Kaj',
      lastName: 'Channel',
      places: [{ universe: 'retail', role: 'analyst', filters: { channel: ['store'] } }],
    },
    {
      username: 'two',
      firstName: 'Tove',
      lastName: 'Two',
      places: [
        { universe: 'retail', role: 'regional-manager', filters: { country: ['NO'] } },
        { universe: 'bank', role: 'area-manager', filters: { country: ['NO'] } },
      ],
      chooseUniverseBy: 'list',
    },
    {
      username: 'overview',
      firstName: 'Olle',
      lastName: 'Overview',
      places: [
        { universe: 'retail', role: 'administrator' },
        { universe: 'bank', role: 'administrator' },
      ],
    },
    // Signs in to act as somebody else.
    {
      username: 'deputy',
      firstName: 'Dag',
      lastName: 'Deputy',
      places: [{ universe: 'retail', role: 'administrator', admin: true, actAs: true }],
    },
    {
      username: 'bank',
      firstName: 'Berit',
      lastName: 'Bank',
      places: [{ universe: 'bank', role: 'administrator', admin: true }],
    },
    {
      username: 'branch',
      firstName: 'Brita',
      lastName: 'Branch',
      places: [{ universe: 'bank', role: 'branch-manager', filters: { branch: ['drammen'] } }],
    },
    // Belongs to a universe with another host.
    {
      username: 'elsewhere',
      firstName: 'Nina',
      lastName: 'Elsewhere',
      places: [{ universe: 'wholesale', role: 'administrator', admin: true }],
    },
    // Exists only in the identity provider.
    { username: 'unknown', firstName: 'Ulf', lastName: 'Unknown', places: [] },
  ]
}
