from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0004_mail_on_followed_battles"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="gone_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
