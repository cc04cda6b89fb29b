// Owns the list of what operators may do to accounts: from which states, and what is written.
import type { Change } from './change-user.ts'

const INSIDE = ['active', 'blocked'] as const

export const APPROVE: Change = {
  action: 'users.approve',
  from: ['pending'],
  set: (_reason, now) => ({ status: 'active', refusal: null, reviewedAt: now }),
}

export const REFUSE: Change = {
  action: 'users.refuse',
  from: ['pending'],
  set: (reason, now) => ({ status: 'refused', refusal: reason, reviewedAt: now }),
}

export const BLOCK: Change = {
  action: 'users.block',
  endsSessions: true,
  from: ['active'],
  set: (reason) => ({ status: 'blocked', blockReason: reason }),
}

export const UNBLOCK: Change = {
  action: 'users.unblock',
  from: ['blocked'],
  set: () => ({ status: 'active', blockReason: null }),
}

export const BLACKEN: Change = {
  action: 'users.blacken',
  from: INSIDE,
  isDue: ({ black }) => !black,
  set: (reason, now) => ({ black: true, blackReason: reason, blackAt: now }),
}

export const WHITEN: Change = {
  action: 'users.whiten',
  from: INSIDE,
  isDue: ({ black }) => black,
  set: () => ({ black: false, blackReason: null, blackAt: null }),
}
