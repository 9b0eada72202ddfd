/** The bell and its panel. */
import { defineMessages } from '../../catalogue.ts'

export const notificationMessages = defineMessages(
  {
    title: 'Notifications',
    bell: 'Notifications, all read',
    bellUnread: 'Notifications, some unread',
    unread: 'Unread:',
    clearAll: 'Clear all',
    empty: 'No notifications yet. Orders that fill and sign-ins from new devices are told here.',
    failed: 'Your notifications could not be loaded.',
    failedText: 'Your balances and orders are not affected.',
    loading: 'Loading notifications',
  },
  {
    title: 'Notifikasi',
    bell: 'Notifikasi, semua sudah dibaca',
    bellUnread: 'Notifikasi, ada yang belum dibaca',
    unread: 'Belum dibaca:',
    clearAll: 'Tandai semua dibaca',
    empty:
      'Belum ada notifikasi. Order yang terisi dan masuk dari perangkat baru diberitakan di sini.',
    failed: 'Notifikasi Anda tidak dapat dimuat.',
    failedText: 'Saldo dan order Anda tidak terpengaruh.',
    loading: 'Memuat notifikasi',
  },
)
