// Owns the registrations there are: which call takes which form, and for whom.
import type { UserType } from '../../shared/roles.ts'

/** By operation id. Old and new addresses of one type lead to the same. */
export const REGISTRATIONS: Readonly<Record<string, UserType>> = {
  'auth.registerOrdinary': 'ordinary',
  'auth.registerSupplier': 'supplier',
  'auth.registerExpert': 'expert',
  'auth.registerRescue': 'rescue',
  'auth.registerRescueForces': 'rescueForces',
  'auth.registerManageOrg': 'manageOrg',
  'auth.registerScience': 'science',
  'auth.registerFireControl': 'fireControl',
  'auth.registerUnit': 'unit',
  'auth.register': 'ordinary',
  'auth.registerRescueForcesV1': 'rescueForces',
}

export function formOf(type: UserType): string {
  return `register${type[0]?.toUpperCase()}${type.slice(1)}`
}

/** Everybody but an ordinary user waits for an operator. */
export function needsApproval(type: UserType): boolean {
  return type !== 'ordinary'
}

/** What stays with the account itself and is never part of the application. */
export const ACCOUNT_FIELDS = ['userName', 'password', 'passwordAgain', 'mobile', 'smsCode'] as const
