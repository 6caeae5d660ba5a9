import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { excessOf } from '#server/domain/rights/role-excess.ts'
import { heldSheet, lineageOf, readUniverseRoles, sheetOf } from '#server/domain/rights/role-sheets.ts'
import type { RoleSheet, UniverseRoles } from '#server/domain/rights/role-sheets.ts'
import type { Identity, IdentityUniverse } from '#server/domain/rights/identity.ts'
import { AppError } from '#server/platform/errors.ts'

/** The roles of the caller's universe, and what the caller may do with them. */
export class RoleAccess {
  readonly universe: IdentityUniverse
  readonly all: UniverseRoles
  /** What the caller has; null for root. */
  readonly held: RoleSheet | null
  private readonly identity: Identity

  private constructor(universe: IdentityUniverse, all: UniverseRoles, identity: Identity) {
    this.universe = universe
    this.all = all
    this.identity = identity
    this.held = heldSheet(all, identity)
  }

  /** Reads the roles of the caller's universe. Throws `forbidden` without one. */
  static async read({ db, identity }: Pick<Ctx, 'db' | 'identity'>): Promise<RoleAccess> {
    if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
    return new RoleAccess(identity.universe, await readUniverseRoles(db, identity.universe.id), identity)
  }

  get isRoot(): boolean {
    return this.held === null
  }

  /** Whether a role, combined with its parents, allows no more than the caller has. */
  isWithin(roleId: number): boolean {
    const sheet = sheetOf(this.all, roleId)
    return sheet !== null && excessOf(sheet, this.held).length === 0
  }

  /** Whether the caller's own rights come from a role: it is theirs, or a parent of it. */
  isOwn(roleId: number): boolean {
    return this.identity.role?.lineage.includes(roleId) ?? false
  }

  /** Whether the caller may change a role: nobody changes their own, or one that allows more. */
  mayEdit(roleId: number): boolean {
    return this.isRoot || (!this.isOwn(roleId) && this.isWithin(roleId))
  }

  /** Whether the caller may read what a role can do. */
  maySee(roleId: number): boolean {
    return this.isOwn(roleId) || this.isWithin(roleId)
  }

  /** Whether a role can be the parent of what the caller makes: for all but root only their own, or one below it. */
  mayBeParent(roleId: number): boolean {
    if (!this.all.roles.has(roleId)) return false
    const own = this.identity.role?.id
    return this.isRoot || (own !== undefined && lineageOf(this.all, roleId).includes(own) && this.isWithin(roleId))
  }

  /** Throws `not_found` for a role of another universe, `forbidden` for one that the caller may not read. */
  demandSeen(roleId: number): void {
    const role = this.all.roles.get(roleId)
    if (!role) throw new AppError('not_found', say`There is no such role.`)
    if (!this.maySee(roleId))
      throw new AppError(
        'forbidden',
        say`The role "${role.name}" allows more than your own. You can only give what you have.`,
      )
  }

  /** Throws `forbidden` where the caller may not administer roles any more. */
  demandAdministrator(): void {
    if (this.held !== null && !this.held.role.canCreateRoles)
      throw new AppError('forbidden', say`Only root users, and roles that may create roles, may do this.`)
  }

  /** As `demandSeen`, for one that is to be changed. */
  demandEditable(roleId: number): void {
    this.demandSeen(roleId)
    if (!this.mayEdit(roleId))
      throw new AppError('forbidden', say`You cannot change the role that your own rights come from.`)
  }
}
