/** The dialog of a code that was sent by e-mail. */
import { defineMessages } from '../../catalogue.ts'

export const otpMessages = defineMessages(
  {
    title: 'Confirm with a code',
    asking: 'We are sending a code to your e-mail…',
    stillSent: 'A code was sent to your e-mail a moment ago. It is still valid.',
    code: 'Code from the e-mail',
    digit: 'Digit {number} of {count}',
    note: 'Six digits, valid for {minutes} minutes and for one use. Give it to nobody.',
    incomplete: 'Please enter all six digits.',
    confirm: 'Confirm',
    confirming: 'Checking…',
    resend: 'Send a new code',
    resendIn: 'New code in {seconds} s',
    resending: 'Sending…',
    notSent: 'No code was sent.',
  },
  {
    title: 'Konfirmasi dengan kode',
    asking: 'Kami sedang mengirim kode ke email Anda…',
    stillSent: 'Kode baru saja dikirim ke email Anda dan masih berlaku.',
    code: 'Kode dari email',
    digit: 'Angka ke-{number} dari {count}',
    note: 'Enam angka, berlaku {minutes} menit dan hanya sekali. Jangan berikan kepada siapa pun.',
    incomplete: 'Isi keenam angkanya.',
    confirm: 'Konfirmasi',
    confirming: 'Memeriksa…',
    resend: 'Kirim kode baru',
    resendIn: 'Kode baru dalam {seconds} dtk',
    resending: 'Mengirim…',
    notSent: 'Kode tidak terkirim.',
  },
)
