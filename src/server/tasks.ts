// Owns the table of all that is done at a time.
import { deadlineTask } from './content/deadlines.ts'
import { tidyTask } from './database/tidy.ts'
import { delegationTask } from './delegation/tell-delegation.ts'
import { digestTask } from './follow/send-digests.ts'
import { tellFollowersTask } from './follow/tell-followers.ts'
import { buildMailSender } from './mail/mail-sender.ts'
import { deliverTask } from './notices/deliver.ts'
import { dueTask } from './notices/due-notices.ts'
import { forgetTask } from './notices/forget-notices.ts'
import type { Task } from './scheduler/task.ts'
import type { Settings } from './settings.ts'
import { buildSmsSender } from './sms/sms-sender.ts'

/** `sign` stands before text messages, unless a setting says otherwise. */
export function buildTasks(settings: Settings, sign: () => string): Task[] {
  const senders = { sms: buildSmsSender(settings, sign), mail: buildMailSender(settings) }
  return [
    deadlineTask,
    delegationTask,
    dueTask,
    deliverTask(senders),
    forgetTask,
    tellFollowersTask,
    digestTask,
    tidyTask,
  ]
}
