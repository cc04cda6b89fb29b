// Handles the calls of one's own account: profile, devices, export, deletion.

import type { FileStore } from '#server/files/file-store.ts'
import { withdrawConsent } from '#server/identity/accounts/sensitive-consent.ts'
import { changeMobile } from '#server/identity/profile/change-mobile.ts'
import { endAllDevices, endDevice, listDevices } from '#server/identity/profile/devices.ts'
import { readPrefill } from '#server/identity/profile/prefill.ts'
import { improveIdCard, readProfile, updateProfile } from '#server/identity/profile/profile.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import type { Handlers } from '#server/platform/call.ts'
import { deleteAccount } from './delete-account.ts'
import { exportData } from './export-data.ts'

/**
 * Builds the handlers of an account's personal data: profile, devices, mobile number, export, consent and deletion.
 *
 * @example
 * const handlers: Handlers = { ...buildProfileHandlers(sessions, files) }
 */
export function buildProfileHandlers(sessions: Sessions, files: FileStore): Handlers {
  return {
    'auth.update': (call) => updateProfile(call, sessions, 'profile'),
    'auth.updateSupplier': (call) => updateProfile(call, sessions, 'profileSupplier'),
    'auth.improveIdCard': improveIdCard,
    'account.profile': readProfile,
    'account.prefill': readPrefill,
    'account.devices': listDevices,
    'account.endDevice': (call) => endDevice(call, sessions),
    'account.endAll': (call) => endAllDevices(call, sessions),
    'account.changeMobile': changeMobile,
    'account.export': exportData,
    'account.withdrawConsent': withdrawConsent,
    'account.remove': (call) => deleteAccount(call, sessions, files),
  }
}
