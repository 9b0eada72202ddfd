/** The banner above all pages with the operator's announcement, and the same at a wallet. */
import { defineMessages } from '../../catalogue.ts'

export const announcementMessages = defineMessages(
  {
    label: 'Announcement',
    more: 'Read more',
    dismiss: 'Dismiss this announcement',
    until: 'Expected until {time}',
    since: 'Since {time}',
  },
  {
    label: 'Pengumuman',
    more: 'Selengkapnya',
    dismiss: 'Tutup pengumuman ini',
    until: 'Perkiraan sampai {time}',
    since: 'Sejak {time}',
  },
)
