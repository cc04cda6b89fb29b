// Owns the calls of one's own account: profile, devices, export, deletion.
import type { Handlers } from '../call.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Sessions } from '../session/sessions.ts'
import { changeMobile } from './change-mobile.ts'
import { deleteAccount } from './delete-account.ts'
import { endAllDevices, endDevice, listDevices } from './devices.ts'
import { exportData } from './export-data.ts'
import { readPrefill } from './prefill.ts'
import { improveIdCard, readProfile, updateProfile } from './profile.ts'
import { withdrawConsent } from './sensitive-consent.ts'

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
