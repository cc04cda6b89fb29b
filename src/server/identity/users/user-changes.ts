// Declares the changes that operators can make to accounts: from which states, and what is written.
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { UserChange } from './change-user.ts'

const INSIDE = [ACCOUNT.active, ACCOUNT.blocked] as const

/** A new account of the staff waits for a second administrator instead. */
const isApplication: UserChange['isDue'] = ({ receiptNo }) => receiptNo !== null

export const APPROVE: UserChange = {
  action: 'users.approve',
  event: 'account.approved',
  from: [ACCOUNT.waiting],
  isDue: isApplication,
  set: (_reason, now) => ({ status: ACCOUNT.active, refusal: null, reviewedAt: now }),
}

export const REFUSE: UserChange = {
  action: 'users.refuse',
  from: [ACCOUNT.waiting],
  isDue: isApplication,
  set: (reason, now) => ({ status: ACCOUNT.refused, refusal: reason, reviewedAt: now }),
}

export const BLOCK: UserChange = {
  action: 'users.block',
  endsSessions: true,
  leavesOpenCases: true,
  from: [ACCOUNT.active],
  set: (reason) => ({ status: ACCOUNT.blocked, blockReason: reason }),
}

export const UNBLOCK: UserChange = {
  action: 'users.unblock',
  from: [ACCOUNT.blocked],
  set: () => ({ status: ACCOUNT.active, blockReason: null }),
}

export const BLACKEN: UserChange = {
  action: 'users.blacken',
  event: 'account.blackened',
  leavesOpenCases: true,
  from: INSIDE,
  isDue: ({ black }) => !black,
  set: (reason, now) => ({ black: true, blackReason: reason, blackAt: now }),
}

export const WHITEN: UserChange = {
  action: 'users.whiten',
  event: 'account.whitened',
  from: INSIDE,
  isDue: ({ black }) => black,
  set: () => ({ black: false, blackReason: null, blackAt: null }),
}
