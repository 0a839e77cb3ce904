// /privacy: the privacy policy (specification sections 1 and 2).
import { MINIMUM_AGE_YEARS, POLICY_EFFECTIVE_DATE, SECURITY_LOG_DAYS } from "../../../domain/limits.ts"
import { useSite } from "../../layout/site.ts"
import { documentMeta } from "../document-meta.ts"
import { Clause, InlineLink, PolicyPage, Section, SupportEmail } from "../text-page.tsx"

export const meta = documentMeta(
  "/privacy",
  "Privacy Policy",
  "What we collect, why, who sees it, and what you can do about it.",
)

export default function Privacy() {
  const { name, sign_in, taps } = useSite()
  const hasPasswordSignIn = sign_in.includes("password")
  const kept = taps.kept_days === 0 ? "as long as the profile exists" : `for ${taps.kept_days}\u00a0days`
  return (
    <PolicyPage
      title="Privacy Policy"
      effective={POLICY_EFFECTIVE_DATE}
      intro={`This policy says in plain language what ${name} collects, what we do with it, and what you can do about it.`}
    >
      <Section title="Information We Collect">
        <ul>
          <li>
            <strong>Account information.</strong> Your username, your name, the email address you sign in with, and{" "}
            {hasPasswordSignIn
              ? "your password, which we store only as a hash, so no one can read it."
              : "what proves that it's you, such as the public part of a passkey, which no one else can use to sign in."}
          </li>
          <li>
            <strong>Profile content.</strong> What you choose to put on your card: photo, job title, business name,
            phone number, contact email, address, bio, website and social media links.
          </li>
          <li>
            <strong>Usage data.</strong> Technical records that keep the service running and safe, such as the time of a
            request and whether it succeeded. For each profile we count how many times a day its page was opened and its
            contact saved. These are numbers only: we store no cookies, identifiers or IP addresses of your visitors.
          </li>
          <li>
            <strong>Security log.</strong> When and on which kind of device someone signed in to your account, and
            changes to its security settings, for {SECURITY_LOG_DAYS}&nbsp;days. You can see it in your settings. It
            contains no IP addresses.
          </li>
          <li>
            <strong>NFC usage.</strong> When a physical card is tapped we log the time and the basic location (city and
            state) of the tap, for analytics and support. We also keep the country, which card it was and whose profile
            it opened, and nothing else: no details about the phone, and no IP address. The owner of the card sees these
            records. If you leave your details on the profile within half an hour, its owner also sees which card you
            tapped.
          </li>
        </ul>
        {taps.has_places ? (
          <p>
            The location is looked up from the IP address at the moment of the tap. The same happens when you leave your
            details on someone's profile: its owner then sees the city.
            {taps.credit !== null && (
              <>
                {" "}
                <InlineLink href={taps.credit.url}>{taps.credit.text}</InlineLink>.
              </>
            )}
          </p>
        ) : (
          <p>This site doesn't currently look up locations, so none are stored.</p>
        )}
        <p>
          Taps and counts are kept {kept}, and are deleted with the profile. We don't count bots or your own visits.
        </p>
        <p>Visitors to a profile get no cookies. If you have an account, we set these:</p>
        <ul>
          <li>one that recognizes you on your own cards, until you sign out;</li>
          <li>one that protects your session from theft;</li>
          <li>
            one that remembers this device, so that other people's wrong {hasPasswordSignIn ? "passwords" : "codes"}{" "}
            never lock you out;
          </li>
          <li>
            for a day after you sign up or ask to change your sign-in email, one that remembers your browser, so that
            the link in our email {hasPasswordSignIn ? "needs no password" : "works"} there;
          </li>
          <li>for five minutes on the login page, one that ties a passkey sign-in to your browser;</li>
          <li>for ten minutes, one for signing in with your company's login.</li>
        </ul>
      </Section>
      <Section title="How We Use Your Information">
        <p>We use this information to:</p>
        <ul>
          <li>show your public profile and let people save your contact;</li>
          <li>
            run your account: signing in, {hasPasswordSignIn && "resetting your password, "}confirming your address;
          </li>
          <li>link physical cards to profiles and help when a card does not work;</li>
          <li>understand how the service is used, improve it, and protect it against abuse;</li>
          <li>tell you about changes that concern your account.</li>
        </ul>
      </Section>
      <Section title="Sharing Your Information">
        <p>
          Your profile is public: anyone who has its link, scans its QR code or taps your card can see what you put on
          it. Put on it only what you want to share.
        </p>
        <p>We do not sell your data. We share other information only:</p>
        <ul>
          <li>with service providers that help us run the product, such as hosting and email delivery;</li>
          <li>with legal authorities, when the law requires it;</li>
          <li>with your consent.</li>
        </ul>
      </Section>
      <Clause title="Security">
        Connections are encrypted{hasPasswordSignIn ? ", passwords are hashed," : ""} and access to data is limited to
        what is needed to run the service. No system is perfectly secure; if something happens that affects your data,
        we will tell you.
      </Clause>
      <Section title="Your Choices">
        <ul>
          <li>
            You can view, edit or delete the content of your profile at any time on the{" "}
            <InlineLink href="/edit-profile">edit page</InlineLink>.
          </li>
          <li>
            You can deactivate your account in the <InlineLink href="/settings">settings</InlineLink>. Your profile
            disappears at once, and you have 30&nbsp;days to change your mind before it is permanently deleted.
          </li>
          <li>
            If you left your details on someone's profile, use the link in our email to view, correct or delete them.
            The owner of the profile keeps them for as long as the form said.
          </li>
          <li>
            You can request the deletion of your account by contacting us at <SupportEmail />.
          </li>
        </ul>
      </Section>
      <Clause title={`Children Under ${MINIMUM_AGE_YEARS}`}>
        {name} is not meant for children under {MINIMUM_AGE_YEARS}, and we do not knowingly collect information from
        them. If you believe that a child has created an account, please contact us and we will delete it.
      </Clause>
      <Clause title="Changes to This Policy">
        When this policy changes in a way that matters, we will give notice by email or on this site before the change
        takes effect.
      </Clause>
      <Clause title="Contact">
        Questions about privacy? Write to <SupportEmail />.
      </Clause>
    </PolicyPage>
  )
}
