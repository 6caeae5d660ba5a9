/** A person as the directory keeps them: whoever checks passwords. */
export interface DirectoryRecord {
  /** The directory's own id. */
  userId: string
  username: string
  email: string
  firstName: string
  lastName: string
  /** One who is not enabled cannot sign in. */
  enabled: boolean
}

/** A person to be added. */
export type NewPerson = Omit<DirectoryRecord, 'userId' | 'enabled'>

/** What can be changed of a person besides their name. */
export type PersonChanges = Omit<DirectoryRecord, 'userId' | 'username'>

/** What became of an invitation: the link to hand over oneself, or null where it was mailed. */
export interface Invitation {
  link: string | null
  mailed: boolean
}

/**
 * Where people who sign in are kept: the embedded identity provider or a Keycloak. Names are compared without case.
 * Whatever cannot be done is an `AppError`: `not_found` for a name nobody has, `conflict` at `username` for one somebody
 * else has, `unavailable` where the directory does not answer or does not let us in.
 */
export interface Directory {
  /** Its people are our own records of users: it is changed in our transactions, and undone with them. */
  isOurs: boolean
  /** The person with a user name; null without one. */
  find(username: string): Promise<DirectoryRecord | null>
  /** Whether nobody has a user name. */
  isNameFree(username: string): Promise<boolean>
  /** Adds a person, who cannot sign in before they have set a password. */
  create(person: NewPerson): Promise<DirectoryRecord>
  /** Removes a person who was just added; missing where a transaction does that. */
  remove?(person: DirectoryRecord): Promise<void>
  /** Overwrites what is known of a person. */
  save(username: string, changes: PersonChanges): Promise<void>
  /** Gives a person another user name. */
  rename(username: string, newUsername: string): Promise<void>
  /** Has a person choose a password, by mail where mail is sent. */
  invite(username: string): Promise<Invitation>
  /** Ends a person's sign-ins at the directory. */
  endSessions(username: string): Promise<void>
}
