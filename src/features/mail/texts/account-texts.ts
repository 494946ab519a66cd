import { type Wording, wordingsOf } from "../../../base/format/phrases.ts";

/** The texts of mails about accounts, and of what all mails have. */
const texts = {
  "You get this as an operator.": {
    de: "Sie erhalten dies als Betreiber.",
    es: "Recibe esto como operador.",
  },
  "You get this for the account of {account}.": {
    de: "Sie erhalten dies für das Konto von {account}.",
    es: "Recibe esto por la cuenta de {account}.",
  },
  Details: { de: "Einzelheiten", es: "Detalles" },
  "Confirm your email address": {
    de: "Bestätigen Sie Ihre E-Mail-Adresse",
    es: "Confirme su dirección de correo",
  },
  "Someone entered {address} for an account. If it was you, confirm the address:": {
    de: "Jemand hat {address} für ein Konto angegeben. Wenn Sie das waren, bestätigen Sie die Adresse:",
    es: "Alguien indicó {address} para una cuenta. Si fue usted, confirme la dirección:",
  },
  "Confirm address": { de: "Adresse bestätigen", es: "Confirmar dirección" },
  "The link works once, for 24 hours. Nothing is charged by it.": {
    de: "Der Link gilt einmal, 24 Stunden lang. Durch ihn wird nichts berechnet.",
    es: "El enlace sirve una vez, durante 24 horas. No se cobra nada por él.",
  },
  "It was not you? Ignore this mail.": {
    de: "Das waren nicht Sie? Ignorieren Sie diese E-Mail.",
    es: "¿No fue usted? Ignore este correo.",
  },
  "Choose a new password": { de: "Wählen Sie ein neues Passwort", es: "Elija una contraseña nueva" },
  "Someone requested a new password for {address}. If it was you, choose one:": {
    de: "Jemand hat ein neues Passwort für {address} angefordert. Wenn Sie das waren, wählen Sie eines:",
    es: "Alguien solicitó una contraseña nueva para {address}. Si fue usted, elija una:",
  },
  "Choose password": { de: "Passwort wählen", es: "Elegir contraseña" },
  "The link works once, for 24 hours. A new password ends all sessions and access tokens; API keys stay.": {
    de: "Der Link gilt einmal, 24 Stunden lang. Ein neues Passwort beendet alle Sitzungen und Zugriffstoken; API-Schlüssel bleiben.",
    es: "El enlace sirve una vez, durante 24 horas. Una contraseña nueva termina todas las sesiones y tokens de acceso; las claves API se mantienen.",
  },
  "It was not you? Ignore this mail. Your password stays.": {
    de: "Das waren nicht Sie? Ignorieren Sie diese E-Mail. Ihr Passwort bleibt.",
    es: "¿No fue usted? Ignore este correo. Su contraseña no cambia.",
  },
  "New sign-in to your account": {
    de: "Neue Anmeldung an Ihrem Konto",
    es: "Nuevo inicio de sesión en su cuenta",
  },
  "Someone signed in to the account of {address} from an address that was not used before.": {
    de: "Jemand hat sich am Konto von {address} von einer Adresse aus angemeldet, die zuvor nicht verwendet wurde.",
    es: "Alguien inició sesión en la cuenta de {address} desde una dirección que no se había usado antes.",
  },
  Time: { de: "Zeit", es: "Hora" },
  Network: { de: "Netz", es: "Red" },
  "Open security": { de: "Sicherheit öffnen", es: "Abrir seguridad" },
  "It was not you? Change your password: this ends all other sessions.": {
    de: "Das waren nicht Sie? Ändern Sie Ihr Passwort: Das beendet alle anderen Sitzungen.",
    es: "¿No fue usted? Cambie su contraseña: así terminan todas las demás sesiones.",
  },
  "Sign-ins to your account are refused": {
    de: "Anmeldungen an Ihrem Konto werden abgelehnt",
    es: "Se rechazan inicios de sesión en su cuenta",
  },
  "Someone entered too many wrong passwords for {address}. For 15 minutes sign-ins from new places are refused. If you are refused, sign in by this link:":
    {
      de: "Jemand hat zu viele falsche Passwörter für {address} eingegeben. 15 Minuten lang werden Anmeldungen von neuen Orten abgelehnt. Werden Sie abgelehnt, melden Sie sich über diesen Link an:",
      es: "Alguien introdujo demasiadas contraseñas erróneas para {address}. Durante 15 minutos se rechazan los inicios de sesión desde lugares nuevos. Si se le rechaza, inicie sesión con este enlace:",
    },
  "Sign in": { de: "Anmelden", es: "Iniciar sesión" },
  "The link admits one sign-in with your password, where you open it, within 24 hours.": {
    de: "Der Link lässt innerhalb von 24 Stunden eine Anmeldung mit Ihrem Passwort zu, dort, wo Sie ihn öffnen.",
    es: "El enlace permite un inicio de sesión con su contraseña, donde lo abra, en un plazo de 24 horas.",
  },
  "It was not you? Ignore this mail. No wrong password opened your account.": {
    de: "Das waren nicht Sie? Ignorieren Sie diese E-Mail. Kein falsches Passwort hat Ihr Konto geöffnet.",
    es: "¿No fue usted? Ignore este correo. Ninguna contraseña errónea abrió su cuenta.",
  },
  "Your sign-in has changed": {
    de: "Ihre Anmeldung hat sich geändert",
    es: "Su inicio de sesión ha cambiado",
  },
  "For the account of {address}: {change}": {
    de: "Für das Konto von {address}: {change}",
    es: "Para la cuenta de {address}: {change}",
  },
  "the password was changed.": { de: "Das Passwort wurde geändert.", es: "se cambió la contraseña." },
  "sign-in now needs a code of an authenticator app.": {
    de: "Die Anmeldung braucht jetzt einen Code einer Authenticator-App.",
    es: "el inicio de sesión necesita ahora un código de una aplicación de autenticación.",
  },
  "sign-in no longer needs a code of an authenticator app.": {
    de: "Die Anmeldung braucht keinen Code einer Authenticator-App mehr.",
    es: "el inicio de sesión ya no necesita un código de una aplicación de autenticación.",
  },
  "an operator removed the second factor, and ended all sessions.": {
    de: "Ein Betreiber hat den zweiten Faktor entfernt und alle Sitzungen beendet.",
    es: "un operador eliminó el segundo factor y terminó todas las sesiones.",
  },
  "an operator made an access token for your account, which reads and changes it as you do.": {
    de: "Ein Betreiber hat ein Zugriffstoken für Ihr Konto erstellt, das es liest und ändert, wie Sie es tun.",
    es: "un operador creó un token de acceso para su cuenta, que la lee y la cambia como usted.",
  },
  "ten new recovery codes replace those of before, if there were any.": {
    de: "Zehn neue Wiederherstellungscodes ersetzen die früheren, falls es welche gab.",
    es: "diez códigos de recuperación nuevos sustituyen a los anteriores, si los había.",
  },
  "an assistant was connected, which spends credits of a subscription.": {
    de: "Ein Assistent wurde verbunden, der Credits eines Abonnements verbraucht.",
    es: "se conectó un asistente, que gasta créditos de una suscripción.",
  },
  "a passkey was added, with which one can sign in.": {
    de: "Ein Passkey wurde hinzugefügt, mit dem man sich anmelden kann.",
    es: "se añadió una clave de acceso con la que se puede iniciar sesión.",
  },
  "a passkey was removed.": { de: "Ein Passkey wurde entfernt.", es: "se eliminó una clave de acceso." },
  "single sign-on was linked.": {
    de: "Single Sign-on wurde verknüpft.",
    es: "se vinculó el inicio de sesión único.",
  },
  "this email address was taken back, and the password was changed.": {
    de: "Diese E-Mail-Adresse wurde zurückgeholt, und das Passwort wurde geändert.",
    es: "se recuperó esta dirección de correo y se cambió la contraseña.",
  },
  "single sign-on was unlinked.": {
    de: "Die Verknüpfung mit Single Sign-on wurde aufgehoben.",
    es: "se desvinculó el inicio de sesión único.",
  },
  "It was not you? Change your password, and tell the operator.": {
    de: "Das waren nicht Sie? Ändern Sie Ihr Passwort, und informieren Sie den Betreiber.",
    es: "¿No fue usted? Cambie su contraseña y avise al operador.",
  },
  "Your account has another email address": {
    de: "Ihr Konto hat eine andere E-Mail-Adresse",
    es: "Su cuenta tiene otra dirección de correo",
  },
  "Someone gave the account of {address} its former email address, by the link that was mailed there when it changed, and chose a new password.":
    {
      de: "Jemand hat dem Konto von {address} seine frühere E-Mail-Adresse zurückgegeben, über den Link, der bei der Änderung dorthin gesendet wurde, und ein neues Passwort gewählt.",
      es: "Alguien devolvió a la cuenta de {address} su dirección de correo anterior, con el enlace que se envió allí cuando cambió, y eligió una contraseña nueva.",
    },
  "An operator gave the account of {address} another email address.": {
    de: "Ein Betreiber hat dem Konto von {address} eine andere E-Mail-Adresse gegeben.",
    es: "Un operador dio a la cuenta de {address} otra dirección de correo.",
  },
  "Someone gave the account of {address} another email address. If it was not you, take this one back:": {
    de: "Jemand hat dem Konto von {address} eine andere E-Mail-Adresse gegeben. Wenn Sie das nicht waren, holen Sie diese zurück:",
    es: "Alguien dio a la cuenta de {address} otra dirección de correo. Si no fue usted, recupere esta:",
  },
  "Take address back": { de: "Adresse zurückholen", es: "Recuperar dirección" },
  "You did not expect it? Ask the operator.": {
    de: "Sie haben das nicht erwartet? Fragen Sie den Betreiber.",
    es: "¿No lo esperaba? Pregunte al operador.",
  },
  "The link works once, for 7 days. You choose a new password, and all sessions, access tokens and assistants end. So does what was added to the sign-in since the change.":
    {
      de: "Der Link gilt einmal, 7 Tage lang. Sie wählen ein neues Passwort, und alle Sitzungen, Zugriffstoken und Assistenten enden, ebenso, was seit der Änderung zur Anmeldung hinzukam.",
      es: "El enlace sirve una vez, durante 7 días. Usted elige una contraseña nueva, y terminan todas las sesiones, tokens de acceso y asistentes, así como lo que se añadió al inicio de sesión desde el cambio.",
    },
  "It was you? Ignore this mail.": {
    de: "Das waren Sie? Ignorieren Sie diese E-Mail.",
    es: "¿Fue usted? Ignore este correo.",
  },
  "An account was opened from the host": {
    de: "Ein Konto wurde vom Host aus geöffnet",
    es: "Se abrió una cuenta desde el servidor",
  },
  "Someone with access to the host opened the account of {account} with a link of `vingate enter`, and set its password. All by which one could enter it before has ended; API keys stay.":
    {
      de: "Jemand mit Zugriff auf den Host hat das Konto von {account} mit einem Link von `vingate enter` geöffnet und sein Passwort gesetzt. Alles, womit man es zuvor öffnen konnte, ist beendet; API-Schlüssel bleiben.",
      es: "Alguien con acceso al servidor abrió la cuenta de {account} con un enlace de `vingate enter` y fijó su contraseña. Todo aquello con lo que antes se podía entrar ha terminado; las claves API se mantienen.",
    },
  "Open console": { de: "Konsole öffnen", es: "Abrir la consola" },
  "You do not know who it was? Block the account, and find out who can use the host.": {
    de: "Sie wissen nicht, wer das war? Sperren Sie das Konto, und finden Sie heraus, wer den Host verwenden kann.",
    es: "¿No sabe quién fue? Bloquee la cuenta y averigüe quién puede usar el servidor.",
  },
  "Invitation to {organization}": { de: "Einladung zu {organization}", es: "Invitación a {organization}" },
  "{inviter} invited {address} to the organization {organization} at {sender}, as {role}.": {
    de: "{inviter} hat {address} in die Organisation {organization} bei {sender} eingeladen, als {role}.",
    es: "{inviter} invitó a {address} a la organización {organization} en {sender}, como {role}.",
  },
  "The operator": { de: "Der Betreiber", es: "El operador" },
  "owner: everything, members included": {
    de: "Inhaber: alles, auch Mitglieder",
    es: "propietario: todo, incluidos los miembros",
  },
  "developer: keys, calls and statements": {
    de: "Entwickler: Schlüssel, Aufrufe und Abrechnungen",
    es: "desarrollador: claves, llamadas y extractos",
  },
  "billing: plans, payments and invoices": {
    de: "Fakturierung: Pläne, Zahlungen und Rechnungen",
    es: "facturación: planes, pagos y facturas",
  },
  "Accept invitation": { de: "Einladung annehmen", es: "Aceptar invitación" },
  "Sign in, or sign up, with this address. The link works once, for 7 days. Nothing is charged by it.": {
    de: "Melden Sie sich mit dieser Adresse an, oder registrieren Sie sich. Der Link gilt einmal, 7 Tage lang. Durch ihn wird nichts berechnet.",
    es: "Inicie sesión o regístrese con esta dirección. El enlace sirve una vez, durante 7 días. No se cobra nada por él.",
  },
  "You do not know them? Ignore this mail.": {
    de: "Sie kennen die Organisation nicht? Ignorieren Sie diese E-Mail.",
    es: "¿No la conoce? Ignore este correo.",
  },
  "Your role in {organization} has changed": {
    de: "Ihre Rolle in {organization} hat sich geändert",
    es: "Su función en {organization} ha cambiado",
  },
  "The account of {address} is now {role}.": {
    de: "Das Konto von {address} ist jetzt {role}.",
    es: "La cuenta de {address} es ahora {role}.",
  },
  "You are no longer a member of {organization}": {
    de: "Sie sind nicht mehr Mitglied von {organization}",
    es: "Ya no es miembro de {organization}",
  },
  "The account of {address} can no longer act for {organization}. Your own account and its keys stay.": {
    de: "Das Konto von {address} kann nicht mehr für {organization} handeln. Ihr eigenes Konto und seine Schlüssel bleiben.",
    es: "La cuenta de {address} ya no puede actuar por {organization}. Su propia cuenta y sus claves se mantienen.",
  },
  "Your account is deleted": { de: "Ihr Konto ist gelöscht", es: "Su cuenta está eliminada" },
  "The account of {address} at {sender} is deleted. Its keys no longer work, and its personal data is removed.":
    {
      de: "Das Konto von {address} bei {sender} ist gelöscht. Seine Schlüssel funktionieren nicht mehr, und seine personenbezogenen Daten sind entfernt.",
      es: "La cuenta de {address} en {sender} está eliminada. Sus claves ya no funcionan y sus datos personales se han borrado.",
    },
  "This is the last mail to this address about the account.": {
    de: "Dies ist die letzte E-Mail an diese Adresse zu diesem Konto.",
    es: "Este es el último correo a esta dirección sobre la cuenta.",
  },
  "Test mail from {sender}": { de: "Test-E-Mail von {sender}", es: "Correo de prueba de {sender}" },
  "Mail works: this was sent by the operator's test.": {
    de: "E-Mail funktioniert: Diese wurde durch den Test des Betreibers gesendet.",
    es: "El correo funciona: este se envió con la prueba del operador.",
  },
} as const;

export type AccountWording = Wording<keyof typeof texts>;

export const accountWordings = wordingsOf(texts);
